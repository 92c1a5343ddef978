import * as z from 'zod/mini'
import { described } from './described.ts'

/** A list that comes whole, in the shape of those that come in pages: `items`, `nextCursor` and `total`. */
export const wholeListSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: described(z.array(item), 'All of them.'),
    nextCursor: described(z.null(), 'Always null: the list comes whole.', null),
    total: described(z.int().check(z.minimum(0)), 'How many there are.', 1),
  })

export const wholeList = <Item>(items: Item[]) => ({ items, nextCursor: null, total: items.length })
