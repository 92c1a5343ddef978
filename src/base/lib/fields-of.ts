import type * as z from 'zod/mini'

export type FieldOf<Draft> = keyof Draft & string

/** The names of an object's fields; TypeScript types them as plain strings. */
export const fieldsOf = <Draft extends object>(draft: Draft): FieldOf<Draft>[] => Object.keys(draft) as FieldOf<Draft>[]

/** An object with a value of each field. */
export const draftWith = <Draft extends object>(
  fields: Readonly<Record<FieldOf<Draft>, unknown>>,
  valueOf: (field: FieldOf<Draft>) => Draft[FieldOf<Draft>] | undefined,
): Draft => Object.fromEntries(Object.keys(fields).map((field) => [field, valueOf(field as FieldOf<Draft>)])) as Draft

/** What the fields of a schema are before anything was typed: their defaults, else empty. */
export const blankOf = <Draft extends object>(shape: Readonly<Record<FieldOf<Draft>, z.ZodMiniType>>): Draft =>
  Object.fromEntries(
    fieldsOf(shape).map((field) => {
      const { success, data } = shape[field].safeParse(undefined)
      return [field, success ? data : '']
    }),
  ) as Draft

/** What an empty input holds: an empty text, no value, an empty list. */
const EMPTY = ['', null, []]

/** Whether a field may stay empty: a required text, number or choice may not. */
export const mayBeEmpty = (schema: z.ZodMiniType): boolean => EMPTY.some((value) => schema.safeParse(value).success)

/** Some fields of an object. */
export const partOf = <Row extends object>(row: Row, fields: readonly (keyof Row)[]): Partial<Row> =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Partial<Row>
