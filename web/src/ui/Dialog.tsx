import { useEffect, useRef, type ReactNode } from 'react'

/** A native dialog that is there as long as it is rendered. Escape and a click beside it close it. */
export function Dialog(props: { label: string; className?: string; onClose: () => void; children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // React has no word for showModal, and only that puts the rest of the page out of reach.
    element.current?.showModal()
  }, [])
  return (
    <dialog
      ref={element}
      className={props.className ?? 'sheet'}
      aria-label={props.label}
      onClose={props.onClose}
      onCancel={event => { event.preventDefault(); props.onClose() }}
      onClick={event => { if (event.target === element.current) props.onClose() }}
    >
      {props.children}
    </dialog>
  )
}
