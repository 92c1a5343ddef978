import type { AnySchema, ErrorMap, InferSchemaInput, InferSchemaOutput, Meta } from '@orpc/contract'
import { call, type Procedure } from '@orpc/server'
import { getRequest } from '@tanstack/react-start/server'
import { contextOf, type RpcContext } from './procedure.server.ts'

/** Calls a procedure for the current request, with the same checks of access, input and output as REST. */
export async function callProcedure<
  I extends AnySchema,
  O extends AnySchema,
  E extends ErrorMap,
  C extends object,
  M extends Meta,
>(
  procedure: Procedure<RpcContext & Record<never, never>, C & Record<never, never>, I, O, E, M>,
  input: InferSchemaInput<I>,
): Promise<InferSchemaOutput<O>> {
  const { headers, signal } = getRequest()
  return call(procedure, input, { context: await contextOf(headers), signal })
}
