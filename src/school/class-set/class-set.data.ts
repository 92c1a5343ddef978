import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { classSetRouter } from './class-set.router.server.ts'

const listClassSets = createServerFn({ method: 'GET' }).handler(() => callProcedure(classSetRouter.list, undefined))

const listSetsOfBook = createServerFn({ method: 'GET' })
  .validator((input: { bookId: string }) => input)
  .handler(({ data }) => callProcedure(classSetRouter.ofBook, data))

const listSetsOfBorrower = createServerFn({ method: 'GET' })
  .validator((input: { borrowerId: string }) => input)
  .handler(({ data }) => callProcedure(classSetRouter.ofBorrower, data))

const getClassSet = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(classSetRouter.get, data))

/** The class sets that are out. Read anew when the desk has done something. */
export const classSetsQuery = queryOptions({ queryKey: ['desk', 'class-sets'], queryFn: () => listClassSets() })

/** The class sets of a book that are out. */
export const setsOfBookQuery = (bookId: string) =>
  queryOptions({ queryKey: ['copy', 'class-sets', bookId], queryFn: () => listSetsOfBook({ data: { bookId } }) })

/** The class sets that a borrower has. */
export const setsOfBorrowerQuery = (borrowerId: string) =>
  queryOptions({
    queryKey: ['borrower', 'class-sets', borrowerId],
    queryFn: () => listSetsOfBorrower({ data: { borrowerId } }),
  })

/** A class set with its copies; NOT_FOUND. */
export const classSetQuery = (id: string) =>
  queryOptions({ queryKey: ['desk', 'class-set', id], queryFn: () => getClassSet({ data: { id } }) })
