import * as z from 'zod/mini'
import { withDescription } from '../schema-meta.ts'

/** A complete list in the shape of a paged one: `items`, `nextCursor` and `total`. */
export const unpagedListSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: withDescription(z.array(item), 'All of them.'),
    nextCursor: withDescription(z.null(), 'Always null: the list comes whole.', null),
    total: withDescription(z.int().check(z.minimum(0)), 'How many there are.', 1),
  })

export const unpagedList = <Item>(items: Item[]) => ({ items, nextCursor: null, total: items.length })
