"""A session whose Lean and whose model run on the nodes of a Ray cluster (`--faithform-executor ray`).

What Ray has is Ray's: nodes, placing, restarts after a lost node. Here stands what is to run there, and how a session asks.
"""
