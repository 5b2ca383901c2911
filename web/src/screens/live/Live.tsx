import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Live() {
  return (
    <Columns>
      <div className="head"><h1>Live</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
