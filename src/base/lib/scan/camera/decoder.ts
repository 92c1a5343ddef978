// oxlint-disable-next-line import/default -- a class that Vite makes of the file
import BarcodeWorker from './barcode.worker.ts?worker'
import type { WorkerAnswer } from './barcode.worker.ts'
import { FORMATS, foundCode, type FoundCode } from './found-code.ts'

/** Finds bar codes in pictures, one after the other. */
export interface Decoder {
  /** Throws where the reader of bar codes could not be loaded, or the browser's own broke down. */
  read: (picture: ImageData) => Promise<FoundCode[]>
  close: () => void
}

/** The browser's own decoder where it reads what the library prints, else ours in a worker. */
export async function openDecoder(): Promise<Decoder> {
  const Detector = globalThis.BarcodeDetector
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  const known = FORMATS.filter((format) => formats.includes(format))
  return Detector && known.includes('code_128') && known.includes('ean_13')
    ? ownDecoder(new Detector({ formats: known }))
    : workerDecoder()
}

const ownDecoder = (detector: BarcodeDetector): Decoder => ({
  read: async (picture) =>
    (await detector.detect(picture)).map(({ rawValue, format, cornerPoints }) =>
      foundCode(rawValue, format, cornerPoints, picture),
    ),
  close: () => undefined,
})

function workerDecoder(): Decoder {
  const worker = new BarcodeWorker()
  return {
    read: (picture) =>
      new Promise((resolve, reject) => {
        worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true })
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<WorkerAnswer>) =>
            'codes' in data ? resolve(data.codes) : reject(new Error(data.failed)),
          { once: true },
        )
        worker.postMessage(picture, [picture.data.buffer])
      }),
    close: () => worker.terminate(),
  }
}
