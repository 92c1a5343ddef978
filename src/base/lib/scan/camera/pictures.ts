/** Pixels of the longest side of a picture that is read: bars of a label that fills a third of it are two pixels wide. */
const LONGEST = 1280
/** Pixels of a photo, which is read once and may be taken from further away. */
const LONGEST_PHOTO = 2400

export interface PictureSize {
  width: number
  height: number
}

/** A part of a picture. */
export interface Part extends PictureSize {
  x: number
  y: number
}

/** The part of a picture that is seen where it covers a box (`object-fit: cover`): nothing else is read. */
export function seenPart(picture: PictureSize, box: PictureSize): Part {
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  const [width, height] = [Math.min(picture.width, box.width / scale), Math.min(picture.height, box.height / scale)]
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** Takes pictures of a film into one canvas, which is kept. */
export class Pictures {
  readonly #canvas = document.createElement('canvas')

  /** The pixels of a part of the picture that a film shows now. */
  take(film: CanvasImageSource, { x, y, width, height }: Part, longest = LONGEST): ImageData {
    const scale = Math.min(1, longest / Math.max(width, height))
    const canvas = this.#canvas
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('No canvas')
    context.drawImage(film, x, y, width, height, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height)
  }
}

/** The pixels of a photo; throws for what is no picture. */
export async function pixelsOf(photo: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(photo)
  const pixels = new Pictures().take(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, LONGEST_PHOTO)
  bitmap.close()
  return pixels
}

/** How light a picture is, from 0 to 255: the mean of a thousand of its points (Rec. 601). */
export function lightOf({ data }: ImageData): number {
  const step = Math.max(1, Math.floor(data.length / 4 / 1000)) * 4
  let [sum, count] = [0, 0]
  for (let at = 0; at + 2 < data.length; at += step, count++)
    sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  return count === 0 ? 255 : sum / count
}
