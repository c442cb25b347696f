(set-info :status sat)
(declare-const x Int)
(assert (and (> x 0)
             (bvult x #x01)))
