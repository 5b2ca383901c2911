import type { ReactNode } from 'react'

/** The columns of a screen: an optional list, the main part, an optional panel on the right. A phone shows list or main. */
export function Columns(props: { list?: ReactNode; side?: ReactNode; showing?: 'list' | 'main'; children: ReactNode; listName?: string; sideName?: string }) {
  const shape = ['columns', props.list && 'with-list', props.side && 'with-side', `showing-${props.showing ?? 'main'}`].filter(Boolean).join(' ')
  return (
    <div className={shape}>
      {props.list && <section className="column-list" aria-label={props.listName ?? 'List'}>{props.list}</section>}
      <section className="column-main">{props.children}</section>
      {props.side && <section className="column-side" aria-label={props.sideName ?? 'Details'} tabIndex={0}>{props.side}</section>}
    </div>
  )
}
