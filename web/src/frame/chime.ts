/** Two short tones, made here: nothing is fetched for them. A browser that plays nothing stays silent. */
export function chime(): void {
  try {
    const audio = new AudioContext()
    const volume = audio.createGain()
    volume.gain.setValueAtTime(0.08, audio.currentTime)
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35)
    volume.connect(audio.destination)
    for (const [at, pitch] of [[0, 660], [0.12, 880]] as const) {
      const tone = audio.createOscillator()
      tone.frequency.value = pitch
      tone.connect(volume)
      tone.start(audio.currentTime + at)
      tone.stop(audio.currentTime + at + 0.2)
      if (at > 0) tone.onended = () => void audio.close()
    }
  } catch {
    // No sound here: the title, the icon and the inbox tell the same.
  }
}
