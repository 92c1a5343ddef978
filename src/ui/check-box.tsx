import type { ComponentProps } from 'react'
import './check-box.css'

/** A check box, or a radio button, in the colours of the theme. */
export function CheckBox({ type = 'checkbox', ...props }: ComponentProps<'input'> & { type?: 'checkbox' | 'radio' }) {
  return <input type={type} {...props} />
}
