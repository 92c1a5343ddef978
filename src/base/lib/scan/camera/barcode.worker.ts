import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { foundCode, type FoundCode } from './found-code.ts'

/** What the worker answers: the codes of a picture, in the order of the pictures, or that it cannot read. */
export type WorkerAnswer = { codes: FoundCode[] } | { failed: string }

// From our own server: the library's own address is that of a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

globalThis.addEventListener('message', ({ data }: MessageEvent<ImageData>) => void answer(data))

const post = (message: WorkerAnswer) => globalThis.postMessage(message, {})

async function answer(picture: ImageData): Promise<void> {
  try {
    const found = await readBarcodes(picture, {
      formats: ['Code128', 'EAN13', 'EAN8', 'UPCA', 'Code39Std', 'Codabar'],
      maxNumberOfSymbols: 8,
    })
    post({
      codes: found.map(({ text, format, position: { topLeft, topRight, bottomRight, bottomLeft } }) =>
        foundCode(text, format, [topLeft, topRight, bottomRight, bottomLeft], picture),
      ),
    })
  } catch (error) {
    post({ failed: String(error) })
  }
}
