import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import type { GrowingQuery, TotalQuery } from '#base/lib/list/growing-query.ts'
import type { Restored } from './trash.schema.ts'

/** What everything in the trash has. */
export interface TrashItem {
  id: string
  deletedAt: Date
  deletedBy: { name: string | null } | null
  daysLeft: number
}

/** Who deleted something: undefined where that is not known, or nothing of it is in the trash. */
export const deleterOf = (one: Pick<TrashItem, 'deletedBy'> | null | undefined): string | undefined =>
  one?.deletedBy?.name ?? undefined

interface ForGoodWords {
  action: () => string
  title: (words: { name: string }) => string
  text: () => string
}

const FOR_GOOD: ForGoodWords = { action: m.trash_delete, title: m.trash_delete_title, text: m.trash_delete_text }

/** How the deletion for good of a noun is called and asked for. */
export const forGoodWords = ({ forGood = FOR_GOOD }: { forGood?: ForGoodWords }): ForGoodWords => forGood

type Counted = (words: { count: number; shown: string }) => string

type Address = NonNullable<LinkProps['to']>
type TrashAddress = Extract<Address, `/manager/${string}/${'deleted' | 'trash'}`>
/** The list of a noun that has a trash. */
type ListWithItems = TrashAddress extends `${infer List}/${'deleted' | 'trash'}` ? List : never

/** The trash of a noun: where it is, what it does, and its words. */
export interface Trash<One extends TrashItem> {
  to: TrashAddress
  list: ListWithItems
  /** The page that a row opens, with an id of its own or `itemIdOf`. */
  item: Extract<Address, `${ListWithItems}/$id`>
  itemIdOf?: (one: One) => string
  /** The page of a borrower who has the place of a row, where that can be. */
  borrower?: Extract<Address, `/manager/${string}/$id`>
  query: (searchTerm: string) => GrowingQuery<One>
  count: (searchTerm: string) => TotalQuery
  restore: (ids: string[]) => Promise<Restored>
  remove: (ids: string[]) => Promise<{ removed: string[] }>
  /** Deletes all that was deleted until a moment for good. */
  empty: (until: Date) => Promise<unknown>
  /** What a row shows: its name, and a line below. */
  nameOf: (one: One) => string
  secondOf: (one: One) => string
  /** A picture before name and line. */
  pictureOf?: (one: One) => ReactNode
  /** The columns of a printed list. */
  print: () => readonly { name: string; show: (one: One) => string }[]
  /** Words and question of the deletion for good, where it does more than delete. */
  forGood?: ForGoodWords
  words: {
    title: () => string
    list: () => string
    searchLabel: () => string
    searchPlaceholder: () => string
    loadFailed: () => string
    emptyTitle: () => string
    emptyText: () => string
    showAll: () => string
    noneTitle: () => string
    noneText: () => string
    name: () => string
    when: () => string
    left: () => string
    selectAll: () => string
    select: (words: { name: string }) => string
    selected: Counted
    deleteTitle: Counted
    deleteFailed: () => string
    deleted: Counted
    emptyTrashTitle: Counted
    restored: Counted
    collided: (words: { name: string }) => string
    collidedText: () => string
    collidedOpen: () => string
    gone: () => string
    pageTitle: () => string
    pageText: (words: { name: string; person: string; ago: string }) => string
    listAll: () => string
  }
}

/** The page of what has the place of something in the trash: of the same noun, unless it is said. */
export function pageOfOwner(
  { isByCopy, isByBorrower }: Restored['collided'][number],
  { item, borrower = item }: Pick<Trash<never>, 'item' | 'borrower'>,
) {
  if (isByCopy) return '/manager/books/$id'
  return isByBorrower ? borrower : item
}
