import { Component, type ReactNode } from 'react'
import { Empty } from '../ui/states'

/** A screen that breaks costs only itself. A part of the page that an update replaced is fetched by loading it again. */
export class Catch extends Component<{ children: ReactNode }, { failure: Error | null }> {
  override state = { failure: null as Error | null }

  static getDerivedStateFromError(failure: Error) {
    return { failure }
  }

  override render() {
    if (!this.state.failure) return this.props.children
    return (
      <Empty title="This screen broke." action={<button className="button" onClick={() => location.reload()}>Load the page again</button>}>
        {this.state.failure.message}
      </Empty>
    )
  }
}
