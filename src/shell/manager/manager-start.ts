import { navigationItems, onlyPageOf, type NavigationItem } from '#kit/slice.ts'

/** The page that a role sees first of the manager area: its only one, else the first of a slice, else the list of books. */
export const managerStart = (role: string | null | undefined): NavigationItem['to'] =>
  (onlyPageOf(role) ?? navigationItems().find(({ isFirst }) => isFirst))?.to ?? '/manager/books'
