export type FieldOf<Draft> = keyof Draft & string

/** The names of an object's fields; TypeScript types them as plain strings. */
export const fieldsOf = <Draft extends object>(draft: Draft): FieldOf<Draft>[] => Object.keys(draft) as FieldOf<Draft>[]
