import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Board() {
  return (
    <Columns>
      <div className="head"><h1>Board</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
