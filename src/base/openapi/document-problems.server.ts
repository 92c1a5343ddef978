import type { Route } from '@orpc/contract'
import type { DocumentedCode } from '#base/errors/codes.server.ts'

type Change = Extract<Route['spec'], (...given: never[]) => unknown>

/** What an operation may answer besides what its method, input and access bring along: for the document of the API. */
export const documentProblems =
  (...codes: DocumentedCode[]): Change =>
  (operation) =>
    Object.assign(operation, { 'x-problems': codes })

/** The operation answers with a file of this type. */
export const documentFile =
  (type: string): Change =>
  (operation) =>
    Object.assign(operation, { 'x-file': type })
