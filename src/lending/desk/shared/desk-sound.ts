const KEY = 'desk-sound'

/** Whether the desk sounds; on unless it was switched off on this device. */
export const isSoundOn = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSound(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off')
  } catch {
    // Without storage the choice is not kept: the sound stays on.
  }
}

/** Hertz and seconds: a short high tone for what was done, a long low one for what needs a look. */
const TONES = { done: [1046, 0.09], look: [196, 0.32] } as const

let audio: AudioContext | undefined

/** Sounds a tone, where the browser has sound. */
export function sound(tone: keyof typeof TONES): void {
  if (!isSoundOn() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const [pitch, seconds] = TONES[tone]
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.frequency.value = pitch
  volume.gain.setValueAtTime(0.15, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start()
  oscillator.stop(audio.currentTime + seconds)
}
