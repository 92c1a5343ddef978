import { useRef, useState } from 'react'
import { isRefusalHandled } from '#base/lib/form/refusal.ts'
import { useFileDrop } from '#base/ui/form/use-file-drop.ts'
import { usePastedPicture } from '#base/ui/form/use-pasted-picture.ts'
import { useAction } from '#base/ui/use-action.ts'

/** The code that scales a picture is loaded when one is sent: few forms need it. */
const sendLazily = async (file: File) => (await import('./send-cover.ts')).sendCover(file)

/** A picture that is chosen, dropped or pasted anywhere on the page, and sent. `onSent` gets its name. */
export function useCoverPicture(onSent: (cover: string) => void) {
  const [problem, setProblem] = useState<string>()
  const sending = useRef<Promise<void>>(undefined)
  const { run, isBusy } = useAction(sendLazily, {
    onRefused: (error) => {
      if (!isRefusalHandled(error)) setProblem(error.message)
      return true
    },
  })
  const send = async (file: File) => {
    setProblem(undefined)
    const sent = await run(file)
    if (sent) onSent(sent.result)
  }
  const take = (file: File) => {
    if (!isBusy) sending.current = send(file)
  }
  const isOver = useFileDrop((files) => files?.[0] && take(files[0]))
  usePastedPicture(take)
  return {
    isBusy,
    /** Whether a file is being dragged over the page. */
    isOver,
    problem,
    take,
    /** Resolves when nothing is being sent any more. */
    settled: () => sending.current,
    clear: () => setProblem(undefined),
  }
}

export type CoverPictureState = ReturnType<typeof useCoverPicture>
