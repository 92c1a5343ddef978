import { pathId } from '#base/lib/list/row-schema.ts'

export const EXAMPLE_USER_ID = '01a1fc5f-3ab8-7b10-a1c2-3d4e5f607182'

/** The id of a user in a path: any text, an unknown one is not found. */
export const userIdSchema = pathId('user', EXAMPLE_USER_ID)
