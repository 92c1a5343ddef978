import type { QueryClient } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { can, type Permission } from '#base/auth/permissions.ts'
import type { ManagerIconName } from '#base/ui/manager-icon.tsx'
import type { Filling } from './slot.tsx'

/** A page of managers that is the list of no noun. */
export interface NavigationItem {
  to: NonNullable<LinkProps['to']>
  icon: ManagerIconName
  label: () => string
  /** Its name where there is no room for `label`, and what is done on it: where it is the only page of managers that a role sees. */
  short?: () => string
  text?: () => string
  /** The first page of managers, which stands before all others. */
  isFirst?: true
  /** Where it stands, if not among the pages on which a library is worked. */
  group?: 'configuration'
  /** The noun, or the address of the page, below which it folds. Where this product has none such, it stands in its group. */
  under?: string
  /** A document with a security policy of its own: no script leads there from another page. */
  isDocument?: true
  /** What a user must be allowed to, to see it. */
  needs: Permission
  /** Hidden while the library does not lend. */
  isLending?: true
  /**
   * The figure of what needs attention on it, about which the dashboard has a sentence (`attentionTexts`): an urgent one stands
   * first there, and behind the name of the page.
   */
  attention?: { figure: string; isUrgent?: true }
}

/** What is kept on a device beside the offline catalogue. */
export interface OfflinePart {
  /** Keeps it as often as the server says it; the returned function ends that. */
  watch: (queryClient: QueryClient) => () => void
  /** Keeps what the page has. */
  keepNow: (queryClient: QueryClient) => void
}

/** What a floor contributes to the pages of the floors below it. */
export interface PageSlice {
  /** Parts of pages of lower floors. */
  parts?: readonly Filling[]
  navigation?: readonly NavigationItem[]
  offline?: () => Promise<OfflinePart>
  /** Erases what this device keeps of the person who signs out. Never throws. */
  forget?: () => Promise<void>
}

let slices: readonly PageSlice[] = []

const fillings = (): Filling[] => slices.flatMap(({ parts = [] }) => parts)

/** Hands in the slices, with the router: `slices.ts` of `src`. */
export function setPageSlices(given: readonly PageSlice[]): void {
  slices = given
  for (const { add } of fillings()) add()
}

/** Loads the code of every part: the server renders a page in one go, and has no time to load more. */
export const preloadParts = (): Promise<unknown> => Promise.all(fillings().map(({ preload }) => preload()))

/** Pages of managers that are lists of no noun, those of lower floors first. */
export const navigationItems = (): NavigationItem[] => slices.flatMap(({ navigation = [] }) => navigation)

/** The only page of managers that a role without the manager area sees, as the desk for its helpers. */
export const onlyPageOf = (role: string | null | undefined): NavigationItem | undefined =>
  can(role, 'apps:manager')
    ? undefined
    : navigationItems().find(({ under, needs }) => under === undefined && can(role, needs))

/** What is kept beside the offline catalogue, of the slices whose code can be loaded: all of it is optional. */
export async function offlineParts(): Promise<OfflinePart[]> {
  const loaded = await Promise.allSettled(slices.map(({ offline }) => offline?.()))
  return loaded.flatMap((part) => (part.status === 'fulfilled' && part.value ? [part.value] : []))
}

/** Erases what this device keeps of the person who signs out. */
export async function forgetPerson(): Promise<void> {
  await Promise.all(slices.map(({ forget }) => forget?.()))
}
