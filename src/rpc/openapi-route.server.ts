import type { Route } from '@orpc/contract'
import type { ProblemCode } from './openapi-problems.server.ts'

type Change = Extract<Route['spec'], (...given: never[]) => unknown>

/** What an operation may answer besides what its method, input and access bring along: for the document of the API. */
export const failing =
  (...codes: ProblemCode[]): Change =>
  (operation) =>
    Object.assign(operation, { 'x-problems': codes })
