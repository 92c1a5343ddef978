/** The address of a picture, for good. */
export const coverAddress = (cover: string): string => `/api/v1/covers/${cover}`

/** Width and height of a picture in pixels, with which its name ends. */
export function coverSize(cover: string): { width: number; height: number } {
  const [, width, height] = /-(\d+)x(\d+)$/.exec(cover) ?? []
  return { width: Number(width), height: Number(height) }
}
