import { useRef, type ComponentProps } from 'react'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '../button.tsx'

interface PictureButtonProps extends ComponentProps<typeof Button> {
  /** The button opens the camera of a phone. */
  isCamera?: boolean
  onTake: (file: File) => void
}

/** A button by which a person chooses a picture, or takes one. */
export function PictureButton({ isCamera = false, onTake, look = 'second', children, ...rest }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...blockedInDemo} {...rest} look={look} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        {...(isCamera && { capture: 'environment' })}
        {...(typeof children === 'string' && { 'aria-label': children })}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onTake(file)
          // Cleared, so that choosing the same file again is a change.
          target.value = ''
        }}
      />
    </>
  )
}
