"""Frank-Wolfe methods over vertices, on simplices and on l_p balls."""
