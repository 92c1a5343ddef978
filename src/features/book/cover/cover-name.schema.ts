import * as z from 'zod/mini'

const NAME = /^[0-9a-f]{32}-(\d{1,4})x(\d{1,4})$/

/** The name of a picture: made of its bytes, width and height. */
export const coverNameSchema = z.string().check(z.regex(NAME))

export const EXAMPLE_COVER = '9f86d081884c7d659a2feaa0c55ad015-480x720'

/** Width and height of a picture in pixels. */
export function coverSize(cover: string): { width: number; height: number } {
  const [, width, height] = NAME.exec(cover) ?? []
  return { width: Number(width), height: Number(height) }
}

/** The address of a picture, for good. */
export const coverAddress = (cover: string): string => `/api/v1/covers/${cover}`
