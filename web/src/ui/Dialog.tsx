import { useEffect, useRef, type ReactNode } from 'react'

/** A native dialog that is there as long as it is rendered. Escape closes it, and a click beside it unless something was written in it. */
export function Dialog(props: { label: string; className?: string; isLight?: boolean; onClose: () => void; children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null)
  const isWritten = useRef(false)
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
      onInput={() => { isWritten.current = props.isLight !== true }}
      onClick={event => { if (event.target === element.current && !isWritten.current) props.onClose() }}
    >
      {props.children}
    </dialog>
  )
}
