import { AppError } from '#base/errors/app-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** What becomes of a picture: the pixels into which it is scaled, and its bytes at most. */
interface PictureLimits {
  width: number
  height: number
  bytes: number
}

/** The first that is small enough is taken; only pictures like noise need another one. */
const QUALITIES = [0.82, 0.6, 0.3]

/**
 * A picture as it is sent: upright, scaled, and nothing of the file but what it shows, since a photo says where it was taken. WebP, or JPEG where the browser cannot write it. Throws FILE_REFUSED for what the browser cannot read.
 */
export async function scalePicture(file: Blob, limits: PictureLimits): Promise<Blob> {
  const whole = await createImageBitmap(file).catch(() => {
    throw new AppError({ code: 'FILE_REFUSED', status: 0, message: m.picture_unreadable() })
  })
  const scale = Math.min(1, limits.width / whole.width, limits.height / whole.height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  const [width, height] = [scaled(whole.width), scaled(whole.height)]
  const bitmap = await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' })
  whole.close()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of QUALITIES) {
    const written = await write(canvas, quality)
    if (written.size <= limits.bytes) return written
  }
  throw new Error('The picture stays too large')
}

/** Browsers that cannot write WebP write PNG instead. */
async function write(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await blobOf(canvas, 'image/webp', quality)
  return webp.type === 'image/webp' ? webp : blobOf(canvas, 'image/jpeg', quality)
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), type, quality)
  })
