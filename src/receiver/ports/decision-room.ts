/** How many decisions the tool server has room for. */
export interface DecisionRoom {
  /** Holds the room of one decision until it is disposed of; undefined while there is none. */
  reserve(): Promise<Disposable | undefined>
}
