import { and, SQL } from 'drizzle-orm'
import { fieldsOf } from '#base/lib/fields-of.ts'
import type { Filter } from './list.server.ts'

/**
 * How each filter of a list narrows it, from its value: by a condition, whose key the value is; or with a key of its own, where
 * the condition depends on more than the value, such as the time. A filter without a rule does not compile.
 */
type FilterRules<Values> = {
  readonly [Name in keyof Values]-?: (value: NonNullable<Values[Name]>) => SQL | Filter | undefined
}

/**
 * Makes the function that turns the values of a list's filters into their condition, without the search, and its cache key;
 * it ignores other fields of its argument.
 */
export const filtersOf =
  <Values extends object>(rules: FilterRules<Values>) =>
  (values: Values): Filter => {
    const parts = fieldsOf(rules).map((name): { key: unknown; condition: SQL | undefined } => {
      const value = values[name]
      if (value === undefined || value === null) return { key: null, condition: undefined }
      const narrowed = rules[name](value)
      return narrowed && !(narrowed instanceof SQL) ? narrowed : { key: value, condition: narrowed }
    })
    const condition = and(...parts.map((part) => part.condition))
    return { key: condition ? JSON.stringify(parts.map(({ key }) => key)) : '', condition }
  }
