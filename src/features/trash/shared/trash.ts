import type { ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import type { GrowingQuery, TotalQuery } from '#lib/list/growing-query.ts'
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

/** The trash of a noun: where it is, what it does, and its words. */
export interface Trash<One extends TrashItem> {
  to: '/manager/books/deleted' | '/manager/users/deleted' | '/manager/borrowers/trash'
  list: '/manager/books' | '/manager/users' | '/manager/borrowers'
  item: '/manager/books/$id' | '/manager/users/$id' | '/manager/borrowers/$id'
  query: (searchTerm: string) => GrowingQuery<One>
  count: (searchTerm: string) => TotalQuery
  restore: (ids: string[]) => Promise<Restored>
  remove: (ids: string[]) => Promise<{ removed: string[] }>
  /** Deletes all that was deleted until a moment for good. */
  empty: (until: Date) => Promise<unknown>
  /** What a row shows: its name, and a line below. */
  nameOf: (one: One) => string
  secondOf: (one: One) => string
  /** A picture before them. */
  pictureOf?: (one: One) => ReactNode
  /** What a printed list has. */
  print: () => readonly { name: string; show: (one: One) => string }[]
  /** How its deletion for good is called and asked for, where it is more than that. */
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
