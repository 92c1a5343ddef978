import type { ComponentProps } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { toast } from '#base/ui/toast/toast.tsx'
import type { Desk } from '../queue/desk.ts'
import { AddCopyDialog } from '../shared/add-copy-dialog.tsx'
import { actAndFocus } from './desk-field.tsx'

type AddCopyProps = Pick<ComponentProps<typeof AddCopyDialog>, 'book' | 'isbn' | 'number' | 'isOpen' | 'onClose'> & {
  desk: Desk
}

/** Adds a copy without leaving the desk or the open borrower: it is then scanned, which lends it to who is open. */
export const AddCopy = ({ desk, ...props }: AddCopyProps) => (
  <AddCopyDialog
    {...props}
    onAdded={({ number }) => {
      void toast({ type: 'success', title: m.desk_added({ number }) })
      desk.scan({ text: number })
      // Once the dialog has given the focus back.
      setTimeout(() => actAndFocus(() => undefined), 300)
    }}
  />
)
