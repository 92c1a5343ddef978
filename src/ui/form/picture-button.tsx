import { useRef, type ComponentProps } from 'react'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '../button.tsx'

interface PictureButtonProps extends ComponentProps<typeof Button> {
  /** It opens the camera of a phone. */
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
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
