import { expect, test } from 'vitest'
import { subjectRings } from '../../scripts/house/floors.ts'

/** A graph in which each file imports the files beside it. */
const graphOf = (imports: Record<string, string[]>) => new Map(Object.entries(imports))

test('Subjects that reach each other by any of their files are a ring', () => {
  const graph = graphOf({
    'src/lending/copy/copy-page.tsx': ['src/lending/loan/shared/holds.tsx'],
    'src/lending/loan/loan.data.ts': ['src/lending/borrower/borrower.schema.ts'],
    'src/lending/borrower/trash/trash.ts': ['src/lending/copy/copy.schema.ts'],
    'src/lending/desk/desk.ts': ['src/lending/loan/loan.data.ts'],
  })
  expect(subjectRings(graph)).toEqual([['lending/borrower', 'lending/copy', 'lending/loan']])
})

test('Declarations, tests and the base close no ring', () => {
  const graph = graphOf({
    'src/people/user/user.ts': ['src/people/code/code.data.ts', 'src/base/db/tables/user.ts'],
    'src/people/code/code.data.ts': ['src/people/user/user.noun.ts'],
    'src/people/code/code.test.ts': ['src/people/user/user.ts'],
    'src/base/db/tables/user.ts': ['src/base/lib/id.ts'],
    'src/base/lib/id.ts': ['src/base/db/tables/user.ts'],
  })
  expect(subjectRings(graph)).toEqual([])
})
