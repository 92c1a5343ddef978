import type { ServerSlice } from '#kit/slice.server.ts'
import { forgetReaders, noteForgottenReaders } from './forgotten-readers.server.ts'

/** What statistics contribute on the server: borrowers are counted before loans forget them. */
export const statisticsSlice: ServerSlice = {
  loansForgetting: noteForgottenReaders,
  cleanUps: [({ before }) => forgetReaders(before(0))],
}
