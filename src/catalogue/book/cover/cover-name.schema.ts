import * as z from 'zod/mini'

/** The name of a picture: made of its bytes, width and height. */
export const coverNameSchema = z.string().check(z.regex(/^[0-9a-f]{32}-\d{1,4}x\d{1,4}$/))

export const EXAMPLE_COVER = '9f86d081884c7d659a2feaa0c55ad015-480x720'
