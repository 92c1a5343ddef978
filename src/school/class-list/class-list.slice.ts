import { otherImports } from '#exchange/import/import.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { borrowerFiles } from '#lending/borrower/borrower.slots.ts'

/** What class lists contribute to pages. They are of lending and stand on imports: without either there are none. */
export const classListPages: PageSlice = {
  parts: [
    otherImports.with(async () => {
      const { ClassListPage, loadClassList } = await import('./page/class-list-page.tsx')
      return { Part: ClassListPage, load: loadClassList }
    }),
    borrowerFiles.with(async () => ({ Part: (await import('./page/class-list-drop.tsx')).ClassListDrop })),
  ],
}
