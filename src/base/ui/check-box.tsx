import type { ComponentProps } from 'react'
import './check-box.css'

/**
 * A check box, or a radio button, in the colours of the theme. One whose state the page keeps (`checked`) turns off that the browser
 * restores another one after Back and Forward, before the script has loaded: React would leave that as it is.
 */
export function CheckBox({ type = 'checkbox', ...props }: ComponentProps<'input'> & { type?: 'checkbox' | 'radio' }) {
  return <input type={type} {...('checked' in props && { autoComplete: 'off' })} {...props} />
}
