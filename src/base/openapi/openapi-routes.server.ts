import type { AnySchema } from '@orpc/contract'
import { isProcedure, resolveContractProcedures, type AnyRouter } from '@orpc/server'
import { $ZodArray, $ZodNullable, $ZodObject, $ZodOptional, $ZodType } from 'zod/v4/core'
import { fileLimitOf, isUploadRoute } from '#base/lib/stored-upload.ts'
import { schemaNameOf } from '#base/lib/schema-meta.ts'
import type { ProcedureMeta } from '#base/rpc/procedure.server.ts'
import { definitionOf } from '#base/rpc/definition-of.ts'

/** A procedure that REST answers by. */
export interface RoutedProcedure {
  method: string
  /** The path below `/api/v1`, with `{names}` of parameters. */
  path: string
  access: ProcedureMeta['access']
  input: AnySchema | undefined
  output: AnySchema | undefined
  status: number
  /** The body is a file that is stored as it arrives. */
  isUpload: boolean
  /** The body is a file of at most so many bytes. */
  fileLimit: number | undefined
}

/** Every procedure that names a path, in the order of the router. */
export async function routedProcedures(router: AnyRouter): Promise<RoutedProcedure[]> {
  const found: RoutedProcedure[] = []
  await resolveContractProcedures({ path: [], router }, ({ contract }) => {
    const { route, meta, inputSchema, outputSchema } = definitionOf(contract)
    if (route.path === undefined || !isProcedure(contract)) return
    const { access, fileLimit = fileLimitOf(route) }: ProcedureMeta = meta
    const isUpload = isUploadRoute(route)
    const { method = 'GET', path, successStatus = 200 } = route
    const [input, output] = [inputSchema, outputSchema]
    found.push({ method, path, access, input, output, status: successStatus, isUpload, fileLimit })
  })
  return found
}

/** Whether a schema is one of zod. */
export const isZod = (schema: unknown): schema is $ZodType => schema instanceof $ZodType

/** Every schema with a name among `schemas` and their parts. */
export function namedSchemas(schemas: readonly unknown[]): Map<string, $ZodType> {
  const found = new Map<string, $ZodType>()
  const visit = (schema: unknown): void => {
    if (!isZod(schema)) return
    const name = schemaNameOf(schema)?.name
    const before = name === undefined ? undefined : found.get(name)
    if (before && before !== schema) throw new Error(`Two schemas are called ${name}`)
    if (name !== undefined) found.set(name, schema)
    if (schema instanceof $ZodObject) Object.values(schema._zod.def.shape).forEach(visit)
    if (schema instanceof $ZodArray) visit(schema._zod.def.element)
    if (schema instanceof $ZodNullable || schema instanceof $ZodOptional) visit(schema._zod.def.innerType)
  }
  schemas.forEach(visit)
  return found
}
