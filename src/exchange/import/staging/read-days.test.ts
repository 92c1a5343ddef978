import { expect, test } from 'vitest'
import { dayOrder, readColumnDay, type DayOrder } from './read-days.ts'

test.each<[cells: string[], order: DayOrder]>([
  [['12/09/2019', '23/10/2021'], 'day'],
  [['08/21/2019', '03/05/2019', '12/31/2020', '2020-01-15'], 'month'],
  [['12/09/2019', '03/05/2019'], undefined],
  [['23/10/2021', '10/23/2021'], undefined],
  [['٢٣/١٠/٢٠٢١'], 'day'],
  [['2019', ''], undefined],
])('The order of %j is %s', (cells, order) => expect(dayOrder(cells)).toBe(order))

test.each<[cells: string[], usual: DayOrder, order: DayOrder]>([
  [['9/12/2019', '1/10/2020'], 'month', 'month'],
  [['9/12/2019', '23/10/2021'], 'month', 'day'],
  [['23/10/2021', '10/23/2021'], 'month', undefined],
])('The order of %j, of a program that writes the %s first, is %s', (cells, usual, order) =>
  expect(dayOrder(cells, usual)).toBe(order),
)

test.each<[text: string, order: DayOrder, day: string]>([
  ['12/09/2019', 'day', '2019-09-12'],
  ['12/09/2019', 'month', '2019-12-09'],
  ['12/09/2019', undefined, '12/09/2019'],
  ['12/09/2019 10:20:00', 'day', '2019-09-12'],
  ['1/5/20', 'month', '2020-01-05'],
  ['1/5/99', 'month', '1999-01-05'],
  ['31/02/2020', 'day', '31/02/2020'],
  ['13/13/2020', 'day', '13/13/2020'],
  ['15 Jan 2020', undefined, '2020-01-15'],
  ['15-Jan-2020', undefined, '2020-01-15'],
  ['Jan 15, 2020', undefined, '2020-01-15'],
  ['15 janvier 2020', undefined, '2020-01-15'],
  ['1er août 2020', undefined, '2020-08-01'],
  ['15 يناير 2020', undefined, '2020-01-15'],
  ['15 Januari 2020', undefined, '2020-01-15'],
  ['15 de marzo de 2020', undefined, '2020-03-15'],
  ['43466', undefined, '2019-01-01'],
  ['2019', undefined, '2019'],
  ['2019-09-12', 'day', '2019-09-12'],
  ['15 Nonsense 2020', undefined, '15 Nonsense 2020'],
])('%s, where the %s stands first, is %s', (text, order, day) => expect(readColumnDay(text, order)).toBe(day))
