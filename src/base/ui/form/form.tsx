import type { ComponentProps } from 'react'
import { useUnsaved, type Unsaved } from './unsaved-forms.ts'

interface FormProps extends ComponentProps<'form'>, Omit<Unsaved, 'isChanged'> {
  /** Whether something typed would be lost; `false` for a form that has nothing to lose, such as a search or a single button. */
  isChanged: Unsaved['isChanged'] | false
}

/**
 * A form. Before a page or a dialog is left that would lose what was typed into it, it asks: see `PageForms` and
 * `GuardedDialog`.
 */
export function Form({ isChanged, onDiscard, isDraftSaved, ...props }: FormProps) {
  useUnsaved({ isChanged, onDiscard, isDraftSaved })
  return <form {...props} />
}
