import { useRef, type PointerEvent, type RefObject } from 'react'

/** A drawer released past a quarter of its height closes (section 9 of the specification). */
const CLOSE_THRESHOLD = 0.25

/** Handlers for a drawer's grip: it follows the finger down and closes past the threshold. */
export function useDragDown(drawer: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number | null>(null)
  const distance = (event: PointerEvent) => Math.max(0, event.clientY - (startY.current ?? event.clientY))

  const settle = (event: PointerEvent) => {
    if (startY.current === null || !drawer.current) return
    const isFar = distance(event) > drawer.current.offsetHeight * CLOSE_THRESHOLD
    startY.current = null
    moveBack(drawer.current)
    if (isFar && event.type === 'pointerup') onClose()
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      startY.current = event.clientY
    },
    onPointerMove: (event: PointerEvent) => {
      if (startY.current !== null && drawer.current) moveDown(drawer.current, distance(event))
    },
    onPointerUp: settle,
    onPointerCancel: settle,
  }
}

function moveDown({ style }: HTMLElement, pixels: number): void {
  style.transition = 'none'
  style.translate = `0 ${pixels}px`
}

function moveBack({ style }: HTMLElement): void {
  style.removeProperty('translate')
  style.removeProperty('transition')
}
