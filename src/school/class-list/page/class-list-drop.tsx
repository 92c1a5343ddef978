import { m } from '#base/i18n/paraglide/messages.js'
import { DropZone } from '#exchange/import/shared/drop-zone.tsx'

/** Where a class list is dropped or chosen; it can be dropped anywhere on the list of borrowers. */
export const ClassListDrop = ({ isOpen }: { isOpen: boolean }) => (
  <DropZone about="borrower" title={m.class_list_drop()} text={m.class_list_takes()} isOpen={isOpen} className="mb-3" />
)
