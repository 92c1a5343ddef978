import { useEffect, useRef, useState } from 'react'

/** Takes files that are dropped anywhere, which would replace the page; whether one is being dragged over it. */
export function useFileDrop(take: (files: FileList | undefined) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      latest.current(event.dataTransfer?.files)
    }
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => controller.abort()
  }, [])
  return isOver
}
