import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { sheetRouter } from './sheet.router.server.ts'
import type { PhraseInput } from './sheet.schema.ts'

const readSheet = createServerFn({ method: 'GET' }).handler(() => callProcedure(sheetRouter.get, undefined))

/** What is on the sheet, but for the words. */
export const sheetQuery = queryOptions({ queryKey: ['backup', 'sheet'], queryFn: () => readSheet() })

/** The eight words of the library. SESSION_EXPIRED. */
export const showWords = createServerFn({ method: 'POST' }).handler(() => callProcedure(sheetRouter.words, undefined))

/** Makes other words. SESSION_EXPIRED. */
export const renewWords = createServerFn({ method: 'POST' }).handler(() => callProcedure(sheetRouter.renew, undefined))

/** Sets or removes the recovery phrase. SESSION_EXPIRED. */
export const savePhrase = createServerFn({ method: 'POST' })
  .validator((input: PhraseInput) => input)
  .handler(({ data }) => callProcedure(sheetRouter.setPhrase, data))

/** Says that what depended on the former computer is seen to. */
export const settleRestore = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(sheetRouter.settle, undefined),
)
