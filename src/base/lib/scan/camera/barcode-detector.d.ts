/** The Barcode Detection API (Shape Detection, WICG), which browsers have on Android, macOS and ChromeOS. */
interface BarcodeDetector {
  detect(picture: ImageData): Promise<{ rawValue: string; format: string; cornerPoints: { x: number; y: number }[] }[]>
}
declare var BarcodeDetector:
  | { new (options: { formats: readonly string[] }): BarcodeDetector; getSupportedFormats(): Promise<string[]> }
  | undefined

/** The lamp of a camera (MediaStream Image Capture, W3C). */
interface MediaTrackCapabilities {
  torch?: boolean
}
interface MediaTrackConstraintSet {
  torch?: boolean
}
